// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Seaport} from "seaport-core/src/Seaport.sol";
import {ConduitController} from "seaport-core/src/conduit/ConduitController.sol";
import {ItemType, OrderType} from "seaport-types/src/lib/ConsiderationEnums.sol";
import {
    AdvancedOrder,
    ConsiderationItem,
    CriteriaResolver,
    Fulfillment,
    FulfillmentComponent,
    OfferItem,
    OrderComponents,
    OrderParameters
} from "seaport-types/src/lib/ConsiderationStructs.sol";
import {componentsOf, signTerms} from "../../test/support/SeaportOrder.sol";
import {vm} from "../../test/support/Vm.sol";
import {OpenZeppelinRival, Rival} from "../rivals/Rivals.sol";

/// The sales of Rivals.t.sol through Seaport 1.6: a token of the OpenZeppelin rival, the seller's signature, no payment on
/// chain, the settler calls and the buyer gets the token. What a seller pays once to approve Seaport is not counted.
contract SeaportGas {
    string private constant GROUP = "seaport";
    Seaport private _seaport;
    OpenZeppelinRival private _tokens;
    uint256 private _minted;

    function setUp() public {
        _seaport = new Seaport(address(new ConduitController()));
        _tokens = new OpenZeppelinRival();
    }

    function test_saleToANewBuyer() public {
        _mint(3, 1);
        _approve(1);
        _sellOne(1, 1, 2);
        vm.snapshotGasLastCall(GROUP, "sale, new buyer");
        require(_tokens.ownerOf(1) == _address(2));
    }

    function test_saleToABuyerWhoHoldsOne() public {
        _mint(3, 1);
        _mint(1, 2);
        _approve(1);
        _sellOne(1, 1, 2);
        vm.snapshotGasLastCall(GROUP, "sale, buyer holds one");
        require(_tokens.balanceOf(_address(2)) == 2);
    }

    /// @dev Each seller names the buyer in the order itself, so that one call delivers to ten people.
    function test_salesInABatch() public {
        AdvancedOrder[] memory orders = new AdvancedOrder[](10);
        Fulfillment[] memory fulfillments = new Fulfillment[](10);
        for (uint256 i; i < 10; ++i) {
            _mint(2, 10 + i);
            _approve(10 + i);
            orders[i] = _order(1 + 2 * i, 10 + i, _address(100 + i));
            fulfillments[i].offerComponents = new FulfillmentComponent[](1);
            fulfillments[i].offerComponents[0] = FulfillmentComponent(i, 0);
            fulfillments[i].considerationComponents = fulfillments[i].offerComponents;
        }
        _seaport.matchAdvancedOrders(orders, new CriteriaResolver[](0), fulfillments, address(0));
        vm.snapshotGasLastCall(GROUP, "sales, batch 10, new buyers");
        require(_tokens.ownerOf(19) == _address(109));
    }

    function test_cancelOne() public {
        _mint(1, 1);
        OrderComponents[] memory orders = new OrderComponents[](1);
        orders[0] = componentsOf(_seaport, _terms(1, 1, address(0)));
        vm.prank(_address(1));
        _seaport.cancel(orders);
        vm.snapshotGasLastCall(GROUP, "cancel one");
    }

    function _sellOne(uint256 tokenId, uint256 seller, uint256 buyer) private {
        AdvancedOrder memory order = _order(tokenId, seller, address(0));
        _seaport.fulfillAdvancedOrder(order, new CriteriaResolver[](0), bytes32(0), _address(buyer));
    }

    function _mint(uint256 count, uint256 member) private {
        Rival.Item[] memory items = new Rival.Item[](count);
        for (uint256 i; i < count; ++i) {
            address to = _address(member);
            items[i] = Rival.Item(to, uint256(keccak256(abi.encode("token", _minted++))), to, 500);
        }
        _tokens.mintBatch(items);
    }

    function _approve(uint256 member) private {
        vm.prank(_address(member));
        _tokens.setApprovalForAll(address(_seaport), true);
    }

    function _order(uint256 tokenId, uint256 seller, address buyer) private view returns (AdvancedOrder memory) {
        OrderParameters memory terms = _terms(tokenId, seller, buyer);
        return AdvancedOrder(terms, 1, 1, signTerms(_seaport, terms, _key(seller)), "");
    }

    /// @param buyer The buyer the order is bound to; zero: the buyer that the caller names.
    function _terms(uint256 tokenId, uint256 seller, address buyer)
        private
        view
        returns (OrderParameters memory terms)
    {
        terms.offerer = _address(seller);
        terms.offer = new OfferItem[](1);
        terms.offer[0] = OfferItem(ItemType.ERC721, address(_tokens), tokenId, 1, 1);
        if (buyer != address(0)) {
            terms.consideration = new ConsiderationItem[](1);
            terms.consideration[0] = ConsiderationItem(ItemType.ERC721, address(_tokens), tokenId, 1, 1, payable(buyer));
        }
        terms.orderType = OrderType.FULL_OPEN;
        terms.startTime = block.timestamp;
        terms.endTime = block.timestamp + 1000;
        terms.totalOriginalConsiderationItems = terms.consideration.length;
    }

    function _key(uint256 member) private pure returns (uint256) {
        return uint256(keccak256(abi.encode("member", member))) >> 1;
    }

    function _address(uint256 member) private pure returns (address) {
        return vm.addr(_key(member));
    }
}
