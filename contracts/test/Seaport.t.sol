// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Seaport} from "seaport-core/src/Seaport.sol";
import {ConduitController} from "seaport-core/src/conduit/ConduitController.sol";
import {ItemType, OrderType} from "seaport-types/src/lib/ConsiderationEnums.sol";
import {ConsiderationItem, OfferItem, Order, OrderParameters} from "seaport-types/src/lib/ConsiderationStructs.sol";
import {Collection} from "../src/Collection.sol";
import {Outcomes} from "../src/Outcomes.sol";
import {CollectionTest} from "./support/CollectionTest.sol";
import {signTerms} from "./support/SeaportOrder.sol";
import {checkEq, vm} from "./support/Vm.sol";

/// A trade on an outside marketplace: real Seaport 1.6, the seller's signature, payment in ether, the royalty by ERC-2981.
contract SeaportTest is CollectionTest {
    uint256 private constant TOKEN = 42;
    uint256 private constant SALE_PRICE = 1 ether;
    address private constant BUYER = address(0xB04E8);

    Seaport private _seaport;

    function setUp() public override {
        super.setUp();
        _seaport = new Seaport(address(new ConduitController()));
        mintTo(TOKEN, 0);
        vm.prank(addressOf(0));
        collection.setApprovalForAll(address(_seaport), true);
        vm.deal(BUYER, 10 ether);
    }

    function test_anOutsideSalePaysTheRoyaltyAndKillsOurListing() public {
        Collection.Sale memory ours = boundSale(TOKEN, 0, 1);
        _buy(_signedOrder(0));
        checkEq(collection.ownerOf(TOKEN), BUYER, "owner");
        checkEq(COLLECTOR.balance, 0.05 ether, "royalty");
        checkEq(addressOf(0).balance, 0.95 ether, "the seller's part");
        settleFails(ours, Outcomes.InvalidSignature.selector);
    }

    function test_oneApprovedTokenIsEnoughForSeaport() public {
        vm.startPrank(addressOf(0));
        collection.setApprovalForAll(address(_seaport), false);
        collection.approve(address(_seaport), TOKEN);
        vm.stopPrank();
        _buy(_signedOrder(0));
        checkEq(collection.ownerOf(TOKEN), BUYER, "owner");
        checkEq(collection.getApproved(TOKEN), address(0), "the approval is used up");
    }

    function test_afterOurSaleTheOutsideOrderIsDead() public {
        Order memory order = _signedOrder(0);
        settle(boundSale(TOKEN, 0, 1));
        vm.prank(BUYER);
        vm.expectRevert();
        _seaport.fulfillOrder{value: SALE_PRICE}(order, bytes32(0));
        checkEq(collection.ownerOf(TOKEN), addressOf(1), "our buyer's");
    }

    function _buy(Order memory order) private {
        vm.prank(BUYER);
        _seaport.fulfillOrder{value: SALE_PRICE}(order, bytes32(0));
    }

    function _signedOrder(uint256 seller) private view returns (Order memory) {
        OrderParameters memory terms = _terms(addressOf(seller));
        return Order(terms, signTerms(_seaport, terms, keyOf(seller)));
    }

    function _terms(address seller) private view returns (OrderParameters memory terms) {
        (address receiver, uint256 royalty) = collection.royaltyInfo(TOKEN, SALE_PRICE);
        terms.offerer = seller;
        terms.offer = new OfferItem[](1);
        terms.offer[0] = OfferItem(ItemType.ERC721, address(collection), TOKEN, 1, 1);
        terms.consideration = new ConsiderationItem[](2);
        terms.consideration[0] = _ether(SALE_PRICE - royalty, seller);
        terms.consideration[1] = _ether(royalty, receiver);
        terms.orderType = OrderType.FULL_OPEN;
        terms.startTime = block.timestamp;
        terms.endTime = block.timestamp + 1 days;
        terms.totalOriginalConsiderationItems = 2;
    }

    function _ether(uint256 amount, address recipient) private pure returns (ConsiderationItem memory) {
        return ConsiderationItem(ItemType.NATIVE, address(0), 0, amount, amount, payable(recipient));
    }
}
