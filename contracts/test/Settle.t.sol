// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection} from "../src/Collection.sol";
import {Erc721} from "../src/Erc721.sol";
import {Outcomes} from "../src/Outcomes.sol";
import {Roles} from "../src/Roles.sol";
import {CollectionTest} from "./support/CollectionTest.sol";
import {Listing} from "./support/Signing.sol";
import {Vm, check, checkEq, vm} from "./support/Vm.sol";

contract SettleTest is CollectionTest {
    uint256 private constant TOKEN = 42;

    function setUp() public override {
        super.setUp();
        mintTo(TOKEN, 0);
    }

    function test_aBoundListingSettlesForItsBuyer() public {
        settle(boundSale(TOKEN, 0, 1));
        checkEq(collection.ownerOf(TOKEN), addressOf(1), "owner");
        checkEq(collection.balanceOf(addressOf(0)), 0, "seller's balance");
        checkEq(collection.balanceOf(addressOf(1)), 1, "buyer's balance");
        (, uint256 version,) = collection.signatureNonces(TOKEN);
        checkEq(version, 1, "version");
        checkEq(collection.creatorOf(TOKEN), CREATOR, "creator stays");
    }

    function test_anOpenListingSettlesForAnyBuyer() public {
        settle(saleOf(currentListing(TOKEN, address(0)), addressOf(3), 0));
        checkEq(collection.ownerOf(TOKEN), addressOf(3), "owner");
    }

    function test_aBoundListingSettlesForNobodyElse() public {
        Collection.Sale memory sale = boundSale(TOKEN, 0, 1);
        sale.buyer = addressOf(2);
        settleFails(sale, Outcomes.InvalidSignature.selector);
        sale.isBound = false;
        settleFails(sale, Outcomes.InvalidSignature.selector);
    }

    function test_theEventsOfASale() public {
        Collection.Sale memory sale = boundSale(TOKEN, 0, 1);
        vm.recordLogs();
        settle(sale);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        checkEq(logs.length, 2, "two events");
        check(logs[0].topics[0] == keccak256("Transfer(address,address,uint256)"), "Transfer");
        check(logs[0].topics[1] == bytes32(uint256(uint160(addressOf(0)))), "from the seller");
        check(logs[0].topics[2] == bytes32(uint256(uint160(addressOf(1)))), "to the buyer");
        check(logs[0].topics[3] == bytes32(TOKEN), "the token");
        check(logs[1].topics[0] == keccak256("Sold(uint256,uint256)"), "Sold");
        check(logs[1].topics[1] == bytes32(TOKEN), "the token sold");
        checkEq(abi.decode(logs[1].data, (uint256)), PRICE, "the price");
    }

    function test_onlyASettlerSettles() public {
        Collection.Sale[] memory sales = new Collection.Sale[](1);
        sales[0] = boundSale(TOKEN, 0, 1);
        address[5] memory others = [address(this), MINTER_ACCOUNT, GUARDIAN_ACCOUNT, addressOf(0), addressOf(1)];
        for (uint256 i; i < others.length; ++i) {
            vm.prank(others[i]);
            vm.expectRevert(Roles.NotAuthorized.selector);
            collection.settle(sales[0]);
            vm.prank(others[i]);
            vm.expectRevert(Roles.NotAuthorized.selector);
            collection.settleBatch(sales);
        }
    }

    function test_theSettlersOwnSignatureMovesNothing() public {
        settleFails(boundSale(TOKEN, 5, 1), Outcomes.InvalidSignature.selector);
    }

    function test_aListingHoldsUpToItsExpiry() public {
        Collection.Sale memory sale = boundSale(TOKEN, 0, 1);
        vm.warp(sale.expiry + 1);
        settleFails(sale, Outcomes.Expired.selector);
        vm.warp(sale.expiry);
        settle(sale);
    }

    function test_aListingSettlesOnce() public {
        Collection.Sale memory sale = boundSale(TOKEN, 0, 1);
        settle(sale);
        settleFails(sale, Outcomes.InvalidSignature.selector);
    }

    function test_aListingDiesWithARoundTrip() public {
        Collection.Sale memory sale = boundSale(TOKEN, 0, 1);
        vm.prank(addressOf(0));
        collection.transferFrom(addressOf(0), addressOf(2), TOKEN);
        settleFails(sale, Outcomes.InvalidSignature.selector);
        vm.prank(addressOf(2));
        collection.transferFrom(addressOf(2), addressOf(0), TOKEN);
        settleFails(sale, Outcomes.InvalidSignature.selector);
        settle(boundSale(TOKEN, 0, 1));
    }

    function test_aSaleToOneselfKeepsTheBalance() public {
        settle(boundSale(TOKEN, 0, 0));
        checkEq(collection.balanceOf(addressOf(0)), 1, "balance");
        checkEq(collection.ownerOf(TOKEN), addressOf(0), "owner");
    }

    function test_aSaleNeedsABuyerAndAToken() public {
        Collection.Sale memory sale = saleOf(currentListing(TOKEN, address(0)), address(0), 0);
        settleFails(sale, Erc721.InvalidRecipient.selector);
        sale = boundSale(TOKEN, 0, 1);
        sale.tokenId = 43;
        settleFails(sale, Erc721.TokenNotFound.selector);
    }

    function test_aSaleTakesTheApprovalAway() public {
        vm.prank(addressOf(0));
        collection.approve(STRANGER, TOKEN);
        settle(boundSale(TOKEN, 0, 1));
        checkEq(collection.getApproved(TOKEN), address(0), "approved");
        vm.prank(STRANGER);
        vm.expectRevert(Erc721.NotApproved.selector);
        collection.transferFrom(addressOf(1), STRANGER, TOKEN);
    }

    function test_anApprovalDoesNotKillAListing() public {
        Collection.Sale memory sale = boundSale(TOKEN, 0, 1);
        vm.prank(addressOf(0));
        collection.approve(STRANGER, TOKEN);
        settle(sale);
    }

    /// An account that has taken code by EIP-7702 signs plainly all the same.
    function test_aSellerWithCodeSells() public {
        vm.etch(addressOf(0), hex"ef0100000000000000000000000000000000000000c0de");
        settle(boundSale(TOKEN, 0, 1));
    }

    function test_theOtherEncodingOfASignatureIsRefused() public {
        Collection.Sale memory sale = boundSale(TOKEN, 0, 1);
        uint256 order = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
        uint256 upperS = order - (uint256(sale.vs) & uint256(type(int256).max));
        // An upper-half value that does not fit in 255 bits cannot even be written in this form.
        uint256 flipped = uint256(sale.vs) >> 255 == 0 ? upperS | (1 << 255) : upperS & ~(uint256(1) << 255);
        sale.vs = bytes32(flipped);
        settleFails(sale, Outcomes.InvalidSignature.selector);
    }

    /// It is infeasible to make a signature with a chosen `s` in the small range between half the order and 2^255, so
    /// ecrecover is made to answer the seller: the bound alone decides.
    function test_anUpperHalfSIsRefused() public {
        Collection.Sale memory sale = boundSale(TOKEN, 0, 1);
        vm.mockCall(address(1), "", abi.encode(addressOf(0)));
        sale.vs = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A1;
        settleFails(sale, Outcomes.InvalidSignature.selector);
        sale.vs = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0;
        settle(sale);
    }

    function test_aBatchSkipsAndReportsWhatIsDead() public {
        Collection.Sale[] memory sales = new Collection.Sale[](6);
        for (uint256 i; i < 5; ++i) {
            mintTo(100 + i, 0);
        }
        sales[0] = boundSale(100, 0, 1);
        sales[1] = boundSale(101, 0, 1);
        sales[2] = boundSale(102, 0, 1);
        sales[3] = boundSale(103, 0, 1);
        sales[4] = boundSale(104, 0, 1);
        sales[5] = boundSale(100, 0, 2); // sold by the first of the batch
        sales[2].tokenId = 999;
        sales[3].expiry = block.timestamp - 1;
        vm.prank(addressOf(0));
        collection.transferFrom(addressOf(0), addressOf(2), 101);

        vm.recordLogs();
        vm.prank(SETTLER_ACCOUNT);
        uint256 settled = collection.settleBatch(sales);
        checkEq(settled, 1 | (1 << 4), "which were settled");
        checkEq(collection.ownerOf(100), addressOf(1), "100");
        checkEq(collection.ownerOf(101), addressOf(2), "101");
        checkEq(collection.ownerOf(103), addressOf(0), "103");
        checkEq(collection.ownerOf(104), addressOf(1), "104");

        Vm.Log[] memory logs = vm.getRecordedLogs();
        checkEq(logs.length, 2 + 1 + 1 + 1 + 2 + 1, "events");
        _isSkip(logs[2], 101, Outcomes.InvalidSignature.selector);
        _isSkip(logs[3], 999, Erc721.TokenNotFound.selector);
        _isSkip(logs[4], 103, Outcomes.Expired.selector);
        _isSkip(logs[7], 100, Outcomes.InvalidSignature.selector);
    }

    function test_aBatchHasAtMost256Sales() public {
        Collection.Sale[] memory sales = new Collection.Sale[](257);
        for (uint256 i; i < sales.length; ++i) {
            sales[i].expiry = block.timestamp;
        }
        vm.prank(SETTLER_ACCOUNT);
        vm.expectRevert(Outcomes.BatchTooLarge.selector);
        collection.settleBatch(sales);
        Collection.Sale[] memory full = new Collection.Sale[](256);
        full[255] = boundSale(TOKEN, 0, 1);
        vm.prank(SETTLER_ACCOUNT);
        checkEq(collection.settleBatch(full), 1 << 255, "the last one");
    }

    function test_anotherContractsListingIsWorthless() public {
        Listing memory listing = currentListing(TOKEN, addressOf(1));
        Collection other = collection;
        collection = deployCollection(address(this));
        Collection.Sale memory sale = saleOf(listing, addressOf(1), 0);
        collection = other;
        settleFails(sale, Outcomes.InvalidSignature.selector);
    }

    function testFuzz_anotherChainsListingIsWorthless(uint64 chain) public {
        vm.assume(chain != block.chainid && chain != 0);
        Collection.Sale memory sale = boundSale(TOKEN, 0, 1);
        vm.chainId(chain);
        settleFails(sale, Outcomes.InvalidSignature.selector);
        settle(boundSale(TOKEN, 0, 1)); // signed for the new id
    }

    function _isSkip(Vm.Log memory entry, uint256 tokenId, bytes4 reason) private pure {
        check(entry.topics[0] == keccak256("SaleSkipped(uint256,bytes4)"), "SaleSkipped");
        check(entry.topics[1] == bytes32(tokenId), "the token passed over");
        check(abi.decode(entry.data, (bytes4)) == reason, "why");
    }
}
